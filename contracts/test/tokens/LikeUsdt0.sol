// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Polygon's USDT (UChildUSDT0), behind a proxy: a blocked sender cannot send, a blocked recipient is still paid, and blocked
/// funds can be destroyed. It has no pause and no fee.
contract LikeUsdt0 {
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    function destroyBlockedFunds(address account) external {
        require(isBlocked[account], "USDT0: not blocked");
        balanceOf[account] = 0;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        require(!isBlocked[from], "USDT0: from is blocked");
        require(to != address(0) && to != address(this), "USDT0: bad recipient");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// As UChildERC20Proxy: the implementation is one storage read away, and the issuer can change it.
contract LikeProxy {
    bytes32 private constant IMPLEMENTATION = keccak256("matic.network.proxy.implementation");

    constructor(address implementation) {
        upgradeTo(implementation);
    }

    function upgradeTo(address implementation) public {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, implementation)
        }
    }

    fallback() external {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            let implementation := sload(slot)
            calldatacopy(0, 0, calldatasize())
            let isDone := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(isDone) {
                revert(0, returndatasize())
            }
            return(0, returndatasize())
        }
    }
}

/// What an issuer could make of the token: every transfer takes a tenth for the issuer, on top.
contract TakesATenth {
    mapping(address => uint256) public balanceOf;

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value + value / 10;
        balanceOf[to] += value;
        return true;
    }
}
