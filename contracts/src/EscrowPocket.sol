// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Holds one trade's deposit at an address that is known before it exists. It obeys the hub that made it, and keeps nothing else.
contract EscrowPocket {
    using SafeERC20 for IERC20;

    address private immutable HUB = msg.sender;

    error OnlyHub();

    /// Pays each leg. A transfer that fails does not undo the others: bit i of `failed` stands for leg i.
    function pay(IERC20 token, address[3] calldata to, uint256[3] calldata amount) external returns (uint256 failed) {
        if (msg.sender != HUB) revert OnlyHub();
        if (_fails(token, to[0], amount[0])) failed = 1;
        if (_fails(token, to[1], amount[1])) failed |= 2;
        if (_fails(token, to[2], amount[2])) failed |= 4;
    }

    function _fails(IERC20 token, address to, uint256 amount) private returns (bool) {
        return amount != 0 && !token.trySafeTransfer(to, amount);
    }

    function payNative(address to) external returns (bool isPaid) {
        if (msg.sender != HUB) revert OnlyHub();
        (isPaid, ) = to.call{value: address(this).balance}("");
    }
}
